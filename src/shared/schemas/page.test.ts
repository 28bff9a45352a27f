import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { ListExperimentRunsInput } from '../features/experiments/schemas/experiment.ts'
import { pageFrom } from './page.ts'

it('a page begins at the first, or behind another, and a paging client may say its direction', () => {
  const input = z.strictObject(pageFrom(z.int()))
  for (const fits of [{}, { cursor: null }, { cursor: 6, direction: 'forward' }])
    expect(input.parse(fits)).toEqual(fits)
  expect(input.safeParse({ cursor: 6, direction: 'up' }).success).toBe(false)
  const asked = { project: 'shop', experiment: 'pay-now', cursor: 6, direction: 'forward' }
  expect(ListExperimentRunsInput.parse(asked)).toEqual(asked)
})

it('no list has a cursor of its own: its pages would be refused', () => {
  const features = path.join(import.meta.dirname, '../features')
  const files = readdirSync(features, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /schemas\/[a-z-]+\.ts$/.test(file.replaceAll(path.sep, '/')),
  )
  const having = (text: RegExp) => files.filter((file) => text.test(readFileSync(path.join(features, file), 'utf8')))
  expect(having(/pageFrom\(/).length).toBeGreaterThan(3)
  expect(having(/\bcursor:/)).toEqual([])
})
