import { z } from 'zod'
import { procedures } from './call.ts'
import { inDevelopment, inProject, nothing, type Sample } from './sample.ts'

/** The fields that an input must have; undefined where that is more than a schema of fields says. */
const requiredOf = (inputs: readonly unknown[]): string[] | undefined => {
  const required = new Set<string>()
  for (const input of inputs) {
    if (input instanceof z.ZodType && input.safeParse(undefined).success) continue
    if (!(input instanceof z.ZodObject)) return undefined
    for (const [name, field] of Object.entries(input.shape)) {
      if (field instanceof z.ZodType && !field.safeParse(undefined).success) required.add(name)
    }
  }
  return [...required].sort()
}

const sampleOf = (inputs: readonly unknown[]): Sample | undefined => {
  if (inputs.length === 0) return nothing
  const required = requiredOf(inputs)?.join()
  if (required === '') return { input: async () => ({}) }
  if (required === 'project') return inProject()
  return required === 'environment,project' ? inDevelopment() : undefined
}

/** The samples that a procedure's own input says: of nothing, of a project, of an environment. */
export const derivedSamples: Readonly<Record<string, Sample>> = Object.fromEntries(
  procedures.flatMap(([path, { _def }]) => {
    const sample = sampleOf(_def.inputs)
    return sample === undefined ? [] : [[path, sample]]
  }),
)
