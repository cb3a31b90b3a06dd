// A flush in a process of its own: takes its options as an argument, and prints its report.
import { flush } from '@testpoint/core';

process.stdout.write(JSON.stringify(await flush(JSON.parse(process.argv[2]))));
