import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, it } from 'vitest'
import { aFolder } from './folder.ts'
import { leftIn } from './left-behind.ts'

it('what a run leaves behind is told by name, but for the caches of libraries', async () => {
  const folder = await aFolder('left')
  expect(leftIn(folder)).toEqual([])
  await mkdir(path.join(folder, 'fanion-data-1'))
  await writeFile(path.join(folder, 'fanion-0f'), '')
  await mkdir(path.join(folder, 'node-compile-cache'))
  expect(leftIn(folder).sort()).toEqual(['fanion-0f', 'fanion-data-1'])
})
