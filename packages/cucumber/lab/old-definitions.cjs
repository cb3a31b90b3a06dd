// Step definitions as Cucumber took them before version 2: functions that define steps through `this`.
const { join } = require('node:path');
const { readdirSync } = require('node:fs');
const cucumber = require('@cucumber/cucumber');

let World;

/** Calls its `callback` when it has been made. */
function worldOf(World) {
  return function OldWorld() {
    const world = Object.create(World.prototype);
    World.call(world, () => {});
    return world;
  };
}

const folder = join(process.cwd(), 'features/step_definitions');
for (const name of readdirSync(folder).filter((name) => name.endsWith('_steps.js'))) {
  const { Given, When, Then, Before, After, defineStep } = cucumber;
  const support = { Given, When, Then, Before, After, defineStep };
  const define = require(join(folder, name));
  // The others are for programs of theirs.
  if (typeof define !== 'function') continue;
  define.call(support);
  World ??= support.World;
}
cucumber.setDefaultTimeout(20_000);
if (World !== undefined) cucumber.setWorldConstructor(worldOf(World));
