import { existsSync } from 'node:fs'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { aFolder } from '../../tests/support/folder.ts'
import { FileError, newFile, openFile } from './new-file.ts'

const folder = await aFolder('new-file')
const at = (name: string) => path.join(folder, name)

describe('a new file', () => {
  it('is made once by whoever of many at once is first, whole, for its owner alone; the others are told', async () => {
    const file = at('rush')
    const text = 'x'.repeat(1_000_000)
    const made = await Promise.allSettled(
      Array.from({ length: 8 }, (_, nth) => newFile(file, (part) => writeFile(part, `${nth}${text}`))),
    )
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const nth = made.findIndex(({ status }) => status === 'fulfilled')
    expect(await readFile(file, 'utf8')).toBe(`${nth}${text}`)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    const reasons = made.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []))
    expect(reasons.filter((reason) => !(reason instanceof FileError))).toEqual([])
    expect(await readdir(folder)).toEqual(['rush'])
  })

  it('never takes the place of another, even of one that came while it was written', async () => {
    const file = at('late')
    const late = newFile(file, async (part) => {
      await writeFile(part, 'mine')
      await writeFile(file, 'theirs')
    })
    await expect(late).rejects.toThrow(`${file} is there already. Choose another name.`)
    expect(await readFile(file, 'utf8')).toBe('theirs')
    expect(existsSync(`${file}.part`)).toBe(false)
  })

  it.skipIf(!existsSync('/dev/full'))('is not made where the disk is full', async () => {
    const full = newFile(at('full'), () => writeFile('/dev/full', 'x'))
    await expect(full).rejects.toThrow('its disk is full (ENOSPC). Make room there, or choose another place.')
    expect([existsSync(at('full')), existsSync(at('full.part'))]).toEqual([false, false])
  })

  it('says what to do about a folder that is not there, and about what was left in parts', async () => {
    await expect(newFile(at('no/where'), async () => undefined)).rejects.toThrow(/can’t be made \(ENOENT\)/)
    await writeFile(at('left.part'), 'half')
    await expect(newFile(at('left'), async () => undefined)).rejects.toThrow(/left.part is there: .* remove that file/)
    expect(await readFile(at('left.part'), 'utf8')).toBe('half')
  })

  it('leaves any other error as it is', async () => {
    const other = Object.assign(new Error('connect ENOENT /a/socket'), { code: 'ENOENT', syscall: 'connect' })
    await expect(newFile(at('other'), () => Promise.reject(other))).rejects.toBe(other)
    await expect(openFile(at('none'))).rejects.toThrow(/can’t be read \(ENOENT\)/)
    await expect(openFile(folder)).rejects.toThrow('is a folder. Name a file.')
  })
})
