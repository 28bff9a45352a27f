import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { actionText, instanceActionText } from '../../src/shared/text/audit/act.ts'
import { filesUnder, isTest, root } from './sources.ts'

it('every act that the server writes to the audit log is told in words', () => {
  const written = filesUnder('src/server')
    .filter((file) => file.endsWith('.ts') && !isTest(file))
    .flatMap((file) =>
      [...readFileSync(path.join(root, file), 'utf8').matchAll(/\baction: '([a-z-]+\.[a-z-]+)'/g)].map(
        ([, act = '']) => act,
      ),
    )
  expect(written.length).toBeGreaterThan(40)
  expect([...new Set(written)].filter((act) => !(act in actionText) && !(act in instanceActionText))).toEqual([])
})
