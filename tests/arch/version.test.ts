import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { version } from '../../src/shared/version.ts'
import { root } from './sources.ts'

it('the version is that of package.json', () => {
  expect(version).toBe(JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')).version)
})
