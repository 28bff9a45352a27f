import { expect, it } from 'vitest'
import { packageOf } from './bundled.ts'

it.each([
  ['/here/src/server/main.ts', undefined],
  ['/here/node_modules/zod/v4/index.js', 'node_modules/zod'],
  ['/here/node_modules/@trpc/server/dist/index.mjs?v=1', 'node_modules/@trpc/server'],
  ['/here/node_modules/a/node_modules/@b/c/index.js', 'node_modules/a/node_modules/@b/c'],
  ['\0/here/node_modules/react/index.js', 'node_modules/react'],
  ['C:\\here\\node_modules\\pg\\lib\\index.js', 'node_modules/pg'],
  ['node_modules/pg/lib/index.js', 'node_modules/pg'],
])('%s is of %s', (module, folder) => {
  expect(packageOf(module)).toBe(folder)
})
