declare module 'sinon' {
  const sinon: { useFakeTimers(options: { now: number }): { tick(milliseconds: number): void; restore(): void } };
  export default sinon;
}
declare module 'mock-fs' {
  const mockFs: { (tree: object): void; restore(): void };
  export default mockFs;
}
