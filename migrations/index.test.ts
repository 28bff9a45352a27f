import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { migrations } from './index.ts'

describe('the list of migrations', () => {
  it('names every file of the folder, in order', () => {
    const files = readdirSync(import.meta.dirname)
      .filter((file) => /^\d{4}_\w+\.ts$/.test(file))
      .map((file) => file.replace(/\.ts$/, ''))
      .sort()
    expect(Object.keys(migrations)).toEqual(files)
  })
})
