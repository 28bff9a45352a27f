import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { isSingle } from '../../components/keymap.ts'
import { singleKeys } from './shortcut-catalogue.ts'

const app = path.resolve(import.meta.dirname, '../..')
/** Navigation keys. They type no character and cannot be rebound, so the catalogue omits them. */
const fixed = ['ArrowDown', 'ArrowUp', 'Enter', 'Escape']

it('lists every single key that a screen registers, and no other', () => {
  const files = readdirSync(app, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.tsx'))
  const registered = files
    .flatMap((file) => [...readFileSync(path.join(app, file), 'utf8').matchAll(/useShortcut\(\s*'([^']+)'/g)])
    .map(([, keys = '']) => keys)
    .filter((keys) => isSingle(keys) && !fixed.includes(keys))
  expect([...new Set(registered)].sort()).toEqual(singleKeys.map(({ keys }) => keys).sort())
})
