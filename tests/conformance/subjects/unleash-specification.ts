import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { Json } from '../../../src/shared/schemas/keys.ts'
import type { Subject } from '../subject.ts'
import { caseOf, compiled } from './unleash.ts'

const folder = join(
  dirname(createRequire(import.meta.url).resolve('@unleash/client-specification/package.json')),
  'specifications',
)
const read = (file: string): unknown => JSON.parse(readFileSync(join(folder, file), 'utf8'))

const Question = z.looseObject({
  description: z.string(),
  context: z.record(z.string(), Json),
  toggleName: z.string(),
  expectedResult: Json,
})
const Specification = z.looseObject({
  name: z.string(),
  state: z.unknown(),
  tests: z.array(Question).optional(),
  variantTests: z.array(Question).optional(),
})

/** Unleash's client specification from its npm package. */
export const unleashSpecification = (): Subject => {
  const specifications = z.array(z.string()).parse(read('index.json'))
  return {
    vendor: 'Unleash',
    source: '@unleash/client-specification',
    cases: specifications.flatMap((file) => {
      const { name, state, tests = [], variantTests = [] } = Specification.parse(read(file))
      const document = compiled(state)
      const ask = (kind: 'enabled' | 'variant') => (question: z.infer<typeof Question>, index: number) =>
        caseOf(document, {
          id: `specification/${name}/${kind}/${index}`,
          feature: name,
          toggle: question.toggleName,
          context: question.context,
          kind,
          expect: question.expectedResult,
        })
      return [...tests.map(ask('enabled')), ...variantTests.map(ask('variant'))]
    }),
  }
}
