import { announceApi } from '@testpoint/core/test-api';

export * from '@testpoint/core/api';

announceApi();
