import type { Environment } from '../../../../../../shared/features/projects/schemas/project.ts'

/** A letter per environment: the first of its name that no previous environment has. */
export const environmentLetters = (environments: readonly Environment[]): ReadonlyMap<string, string> => {
  const letters = new Map<string, string>()
  const taken = new Set<string>()
  for (const { key, name } of environments) {
    const letter = (name.toLowerCase().match(/[a-z0-9]/g) ?? []).find((one) => !taken.has(one))
    if (letter === undefined) continue
    taken.add(letter)
    letters.set(key, letter)
  }
  return letters
}
