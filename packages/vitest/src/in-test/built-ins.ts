/** The built-ins that run while tests run, taken at load: tests may stub any of them. */
export const { apply } = Reflect;
export const { exec: execute } = RegExp.prototype;
export const { defineProperty, getOwnPropertySymbols } = Object;
