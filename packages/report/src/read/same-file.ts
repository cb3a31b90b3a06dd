/** Whether an error's absolute path is that of the test's file, which is relative to the suite's folder. */
export function isSameFile(path: string, file: string): boolean {
  return file !== '' && path.replaceAll('\\', '/').endsWith(`/${file}`);
}
