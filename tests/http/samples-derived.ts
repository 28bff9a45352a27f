import { z } from 'zod'
import { procedures } from './call.ts'
import { inDevelopment, inProject, nothing, type Sample } from './sample.ts'

const mayBeLeftOut = (input: unknown) => input instanceof z.ZodType && input.safeParse(undefined).success

/** The required fields of an input. Undefined if the schema requires more than fields. */
const requiredOf = (inputs: readonly unknown[]): string[] | undefined => {
  const required = new Set<string>()
  for (const input of inputs) {
    if (!(input instanceof z.ZodObject)) return undefined
    for (const [name, field] of Object.entries(input.shape)) {
      if (!mayBeLeftOut(field)) required.add(name)
    }
  }
  return [...required].sort()
}

const sampleOf = (inputs: readonly unknown[]): Sample | undefined => {
  if (inputs.every(mayBeLeftOut)) return nothing
  const required = requiredOf(inputs)?.join()
  if (required === '') return { input: async () => ({}) }
  if (required === 'project') return inProject()
  return required === 'environment,project' ? inDevelopment() : undefined
}

/** Samples derived from a procedure's input schema: without input, with a project, or with an environment. */
export const derivedSamples: Readonly<Record<string, Sample>> = Object.fromEntries(
  procedures.flatMap(([path, { _def }]) => {
    const sample = sampleOf(_def.inputs)
    return sample === undefined ? [] : [[path, sample]]
  }),
)
