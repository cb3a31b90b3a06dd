import type { OwnColumn } from '@testpoint/frameworks/lab';

export const columns: readonly OwnColumn[] = [];
