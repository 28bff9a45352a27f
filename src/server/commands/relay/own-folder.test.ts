import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { aFolder } from '../../../../tests/support/folder.ts'
import { ownFolder } from './own-folder.ts'

describe('the folder of a relay', () => {
  it('has one owner at a time, and another once that one left', async () => {
    const folder = path.join(await aFolder('own'), 'relay')
    const leave = await ownFolder(folder)
    await expect(ownFolder(folder)).rejects.toThrow(/Another relay is already running on .*FANION_DATA_DIR/)
    await leave()
    await (await ownFolder(folder))()
  })

  it('that a killed relay left is taken', async () => {
    const folder = path.join(await aFolder('own'), 'relay')
    await (await ownFolder(folder))()
    await writeFile(path.join(folder, 'owner'), '')
    const leave = await ownFolder(folder)
    await expect(ownFolder(folder)).rejects.toThrow(/Another relay is already running/)
    await leave()
  })

  it('that cannot be written is refused with what to do', async () => {
    const file = path.join(await aFolder('own'), 'a-file')
    await writeFile(file, '')
    await expect(ownFolder(path.join(file, 'relay'))).rejects.toThrow(/Can’t write to .*ENOTDIR.*FANION_DATA_DIR/)
  })
})
