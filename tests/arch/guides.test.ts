import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { commands } from '../../src/client/cli/commands.ts'
import { parseText } from '../../src/client/cli/parse-words.ts'
import { ImportOptions, Vendor, vendorNames } from '../../src/shared/features/imports/schemas/import.ts'
import { isFilesAlone, vendorReadMethods } from '../../src/shared/vendors/importing/vendor-read-methods.ts'
import { root } from './sources.ts'

const folder = path.join(root, 'docs/guides')
const textOf = (vendor: string) => readFileSync(path.join(folder, `switch-from-${vendor}.md`), 'utf8')

describe('guides to switch', () => {
  it('are there for every vendor that is read, and for no other', () => {
    const found = readdirSync(folder).flatMap((name) => /^switch-from-(.+)\.md$/.exec(name)?.[1] ?? [])
    expect(found.toSorted()).toEqual(Vendor.options.toSorted())
  })

  it.each(Vendor.options)('name what the command line reads %s by, and nothing else', (vendor) => {
    const text = textOf(vendor)
    expect(text).toContain(`# From ${vendorNames[vendor]} to Fanion`)
    const way = isFilesAlone(vendor) ? undefined : vendorReadMethods[vendor]
    const known = [way?.token, way?.keys && `${way.keys}PRODUCTION`, way?.decryption, 'FANION_TOKEN'].filter(
      (name) => name !== undefined,
    )
    const named = new Set(text.match(/\b[A-Z]{3,}(?:_[A-Z]+)+\b/g))
    expect([...named].toSorted()).toEqual(known.toSorted())
  })

  it.each(Vendor.options)('of %s give commands and options that there are', (vendor) => {
    const text = textOf(vendor)
    const lines = [...text.matchAll(/^(fanion .*?)(?: {2,}#.*)?$/gm), ...text.matchAll(/`(fanion [^`]+)`/g)].map(
      ([, line = '']) => line,
    )
    expect(lines.length).toBeGreaterThan(2)
    for (const line of lines) {
      const { plain, values } = parseText(line.trim().split(/\s+/).slice(1))
      const command = commands.find(({ name }) => name === plain[0])
      expect([line, command?.name]).toEqual([line, 'import'])
      for (const option of Object.keys(values)) expect(command?.options).toContain(option)
    }
    const options = [...text.matchAll(/`(?:--options )?([a-z]+)=([a-z0-9]+)`/g)].map(([, name = '', value = '']) => ({
      [name]: value === 'true' ? true : /^\d+$/.test(value) ? Number(value) : value,
    }))
    for (const one of options) expect([one, ImportOptions.safeParse(one).success]).toEqual([one, true])
  })
})
