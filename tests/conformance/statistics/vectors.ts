import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'

// Inputs and results differ between groups, so each subject parses what it needs.
const Fields = z.record(z.string(), z.unknown())

/**
 * A file of results from independent tools. `tolerance` is the required accuracy, overridden by field in `field_rtol`.
 */
export const VectorGroup = z.object({
  group: z.string(),
  tolerance: z.object({ rtol: z.number(), atol: z.number() }),
  field_rtol: z.record(z.string(), z.number()).optional(),
  vectors: z.array(z.object({ id: z.string(), input: Fields, expected: Fields })),
})
export type VectorGroup = z.infer<typeof VectorGroup>
export type Input = z.infer<typeof Fields>
export type Answers = Readonly<Record<string, (input: Input) => Readonly<Record<string, unknown>>>>

/** Folder of the test vectors: `FANION_VECTORS`, or `../shared/vectors`. */
export const vectorsFolder = path.resolve(process.env['FANION_VECTORS'] ?? '../shared/vectors', 'stats')

/** All available groups. A group may be split into several files. */
export const vectorGroups = (): VectorGroup[] =>
  existsSync(vectorsFolder)
    ? readdirSync(vectorsFolder)
        .filter((name) => name.endsWith('.json') && name !== 'index.json')
        .map((name) => VectorGroup.parse(JSON.parse(readFileSync(path.join(vectorsFolder, name), 'utf8'))))
    : []

const numberOf = (value: unknown): unknown =>
  value === 'Infinity' ? Infinity : value === '-Infinity' ? -Infinity : value === 'NaN' ? null : value

/** Describes the differences between an answer and the expected one. Numbers within the tolerance are equal. */
export const differences = (
  at: string,
  got: unknown,
  wanted: unknown,
  { rtol, atol }: { rtol: number; atol: number },
): string[] => {
  const expected = numberOf(wanted)
  if (Array.isArray(expected))
    return Array.isArray(got) && got.length === expected.length
      ? expected.flatMap((one, index) => differences(`${at}[${String(index)}]`, got[index], one, { rtol, atol }))
      : [`${at}: ${JSON.stringify(got)} for ${JSON.stringify(expected)}`]
  if (typeof expected === 'number' && Number.isFinite(expected))
    return typeof got === 'number' && Math.abs(got - expected) <= atol + rtol * Math.abs(expected)
      ? []
      : [`${at}: ${String(got)} for ${String(expected)}`]
  if (typeof expected === 'object' && expected !== null && typeof got === 'object' && got !== null)
    return Object.entries(expected).flatMap(([field, one]) =>
      differences(`${at}.${field}`, Object.entries(got).find(([name]) => name === field)?.[1], one, { rtol, atol }),
    )
  return got === expected ? [] : [`${at}: ${String(got)} for ${String(expected)}`]
}

/** Describes a group's wrong answers. */
export const wrongAnswers = (group: VectorGroup, answers: Answers): string[] =>
  group.vectors.flatMap(({ id, input, expected }) => {
    const answer = answers[group.group]
    if (!answer) return [`${group.group} is a group that nothing here answers`]
    const got = answer(input)
    return Object.entries(expected).flatMap(([field, wanted]) =>
      differences(`${id} ${field}`, got[field], wanted, {
        ...group.tolerance,
        rtol: group.field_rtol?.[field] ?? group.tolerance.rtol,
      }),
    )
  })
