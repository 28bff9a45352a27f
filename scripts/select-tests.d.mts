export type SlowTest = { readonly seconds: number; readonly covers?: readonly string[] }
type SlowTests = Readonly<Record<string, SlowTest>>

export const slowTests: SlowTests
export function groupTests(slow: SlowTests, seconds: number): string[][]
export function concernedTests(slow: SlowTests, changed: readonly string[], seconds: number): string[]
export function selectTests(
  slow?: SlowTests,
  changed?: readonly string[],
  turn?: number,
): { turn: number; groups: number; selected: string[]; omitted: string[] }
