import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { Vendor } from '../../src/shared/features/imports/schemas/import.ts'
import { root } from './sources.ts'

const Lock = z.object({ packages: z.record(z.string(), z.looseObject({ version: z.string().optional() })) })
const { packages } = Lock.parse(JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')))

/** The section of a vendor's guide with the compared packages and their versions. */
const comparedIn = (vendor: Vendor) => {
  const guide = readFileSync(path.join(root, `docs/guides/switch-from-${vendor}.md`), 'utf8')
  const [, section = ''] = /## Compared versions\n\n([^#]*)/.exec(guide) ?? []
  return { section, named: [...section.matchAll(/`([@\w/.-]+)` (\d+\.\d+\.\d+)/g)].map(([, name, of]) => [name, of]) }
}

describe('the guide to switch from a system', () => {
  it.each(Vendor.options)('names the versions that %s was compared with, those of the lock file', (vendor) => {
    const { section, named } = comparedIn(vendor)
    expect(section).not.toBe('')
    expect(named.length > 0 || section.includes('no engine')).toBe(true)
    expect(named).toEqual(named.map(([name]) => [name, packages[`node_modules/${name ?? ''}`]?.version]))
  })
})
