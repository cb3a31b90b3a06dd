import { option } from '../option.js';
import { flag, login, secretKey, serviceUrl } from '../schemas.js';

/** Where to send results, and with which credentials. */
export const serviceOptions = {
  /** Base address of the service, http or https. It may include a path. */
  url: option(serviceUrl, { environment: ['TMS_URL'], needed: true, stops: 'delivery', delivery: true }),
  /** The secret key from your profile, sent unchanged. Without it, reporting is off. Set it in the environment. */
  secretKey: option(secretKey, {
    environment: ['TMS_SECRET_KEY', 'TMS_PRIVATE_TOKEN'],
    secret: true,
    needed: true,
    stops: 'delivery',
    delivery: true,
  }),
  /** Login of the key's owner, if the service requires it. */
  userName: option(login, { environment: ['TMS_USER_NAME'], stops: 'delivery', delivery: true }),
  /** `false` switches reporting off, as TMS_DISABLED=1 does. @default true */
  enabled: option(flag, { default: true, stops: 'recording' }),
};
