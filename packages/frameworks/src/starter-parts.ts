// What the starters of several frameworks have.

export const TYPESCRIPT = '^5.9.0';
export const TYPED_SUM = 'export const sum = (a: number, b: number): number => a + b;\n';
export const sumTests = `
test('adds 1 and 2', () => { expect(sum(1, 2)).toBe(3); });
test('adds 2 and 3', () => { expect(sum(2, 3)).toBe(5); });
`;

export const FEATURE = `Feature: Cart

  Scenario: Adding one thing
    Given an empty cart
    When I add 1 thing
    Then it has 1 thing

  Scenario: Adding two things
    Given an empty cart
    When I add 2 things
    Then it has 2 things
`;

export function tsconfig(module: string, moduleResolution: string): string {
  const compilerOptions = {
    target: 'es2022',
    module,
    moduleResolution,
    strict: true,
    esModuleInterop: true,
    skipLibCheck: true,
  };
  return `${JSON.stringify({ compilerOptions }, null, 2)}\n`;
}
