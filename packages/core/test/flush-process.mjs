// A flush in its own process. Takes its options as an argument, and prints its report.
import { flush } from '@testpoint/core/cli';

process.stdout.write(JSON.stringify(await flush(JSON.parse(process.argv[2]))));
