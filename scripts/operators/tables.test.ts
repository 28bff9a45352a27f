import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { operatorFacts } from '../../src/shared/operators.ts'
import { engineSource, operatorsPage } from './tables.ts'

const read = (file: string) => readFileSync(path.resolve(import.meta.dirname, '../..', file), 'utf8')

describe('what `npm run operators` writes', () => {
  it.each([
    ['src/shared/engine/operators/operators.gen.ts', engineSource],
    ['docs/operators.md', operatorsPage],
  ] as const)('is what stands in %s', (file, written) => {
    expect(read(file)).toBe(written(operatorFacts))
  })
})
