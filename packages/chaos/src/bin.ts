#!/usr/bin/env node
import { command } from './command.js';

process.exitCode = await command(process.argv.slice(2), (line) => console.log(line));
