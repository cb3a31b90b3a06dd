/** Path of an installed Chromium. */
export const chromium: string | undefined;
