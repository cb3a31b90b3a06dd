/**
 * Reads the value of an option.
 * @param option as typed, such as `--rounds`
 * @throws an Error that names the option
 */
export function wholeNumber(option: string, text: string, least = 1): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && Number.isSafeInteger(number) && number >= least) return number;
  throw new Error(`${option} takes whole numbers from ${least}, not "${text}".`);
}
