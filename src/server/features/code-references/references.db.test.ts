import { describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../tests/support/database.ts'
import { aLiveFlag, aProject } from '../../../../tests/support/people.ts'
import { refusalOf } from '../../../../tests/support/refusal.ts'
import { ReplaceReferencesInput } from '../../../shared/features/builds/references.ts'
import { limits } from '../../../shared/limits.ts'
import { listReferences, listRepositories } from './list-references.ts'
import { replaceReferences } from './replace-references.ts'

const { db } = await testDatabase()
const place = (flag: string, line: number, kind = 'read') => ({
  ...{ path: 'src/a b/checkout.ts', line, column: 3, kind, flag, lineHash: 'abcdef12' },
})
const scan = (project: string, commit: string, references: object[], more: object = {}) =>
  ReplaceReferencesInput.parse({ project, repository: 'acme/shop', branch: 'main', commit, references, ...more })

describe('what a scan found', () => {
  it('takes the place of what was known of the branch, with links, and notes when the last read left', async () => {
    const { project } = await aProject(db)
    const { key } = project.project
    await aLiveFlag(project, 'checkout')
    const linkTemplate = 'https://git.example.com/acme/shop/blob/{commit}/{path}#L{line}'
    const first = [place('checkout', 9, 'mention'), place('checkout', 7), place('nowhere', 1)]
    const receipt = await replaceReferences(project, scan(key, '4f2a91c', first, { linkTemplate }))
    expect(receipt).toEqual({ accepted: 2, unknown: ['nowhere'], gone: [], missing: 0 })
    await replaceReferences(project, scan(key, 'aaaaaaa', [place('checkout', 1)], { branch: 'next' }))
    const found = await listReferences(project, { flag: 'checkout' })
    expect(found.places.map(({ branch, line, kind, link }) => [branch, line, kind, link])).toEqual([
      ['main', 7, 'read', 'https://git.example.com/acme/shop/blob/4f2a91c/src/a%20b/checkout.ts#L7'],
      ['next', 1, 'read', null],
      ['main', 9, 'mention', 'https://git.example.com/acme/shop/blob/4f2a91c/src/a%20b/checkout.ts#L9'],
    ])
    const gone = await replaceReferences(project, scan(key, 'bbbbbbb', [place('checkout', 9, 'mention')]))
    expect(gone.gone).toEqual(['checkout'])
    const after = await listReferences(project, { flag: 'checkout' })
    expect(after.repositories).toMatchObject([
      { branch: 'main', reads: 0, gone: { commit: 'bbbbbbb' } },
      { branch: 'next', reads: 1, gone: null },
    ])
    // keeps the commit of the first scan that missed it
    await replaceReferences(project, scan(key, 'ccccccc', []))
    expect((await listReferences(project, { flag: 'checkout' })).repositories[0]?.gone?.commit).toBe('bbbbbbb')
    await replaceReferences(project, scan(key, 'ddddddd', [place('checkout', 2)]))
    expect((await listReferences(project, { flag: 'checkout' })).repositories[0]?.gone).toBeNull()
    expect(await listRepositories(project)).toMatchObject([{ references: 1 }, { branch: 'next' }])
  })

  it('takes its place with the last of its parts, in whatever order they come, and not before', async () => {
    const { project } = await aProject(db)
    const { key } = project.project
    await aLiveFlag(project, 'checkout')
    const send = (number: number, lines: number[], more: object = {}) =>
      replaceReferences(
        project,
        scan(
          key,
          'bbbbbbb',
          lines.map((line) => place('checkout', line)),
          {
            part: { scan: '0192f0aa-0000-7000-8000-000000000001', number, of: 3, ...more },
          },
        ),
      )
    const known = async () => (await listReferences(project, { flag: 'checkout' })).places.map(({ line }) => line)
    await replaceReferences(project, scan(key, 'aaaaaaa', [place('checkout', 1)]))
    expect(await send(3, [30])).toMatchObject({ accepted: 1, missing: 2 })
    // a repeated part replaces its earlier copy
    expect((await send(3, [31])).missing).toBe(2)
    expect((await send(1, [10, 11])).missing).toBe(1)
    // another commit starts another scan, even with the same id
    expect(
      (
        await replaceReferences(
          project,
          scan(key, 'ccccccc', [], { part: { scan: '0192f0aa-0000-7000-8000-000000000002', number: 2, of: 3 } }),
        )
      ).missing,
    ).toBe(2)
    expect(await known()).toEqual([1])
    expect(await send(2, [20])).toEqual({ accepted: 4, unknown: [], gone: [], missing: 0 })
    expect(await known()).toEqual([10, 11, 20, 31])
    const left = await db.selectFrom('scanPart').select('commit').where('projectId', '=', project.project.id).execute()
    expect(left).toEqual([{ commit: 'ccccccc' }])
  })

  it('is begun so often, and not kept for ever', async () => {
    const { project } = await aProject(db)
    const { key } = project.project
    const begin = (at: number, ctx = project) =>
      replaceReferences(
        ctx,
        scan(key, 'bbbbbbb', [], { part: { scan: `0192f0aa-0000-7000-8000-00000000000${at}`, number: 1, of: 2 } }),
      )
    for (let at = 0; at < limits.scansInParts + 2; at += 1) await begin(at)
    const scans = async () =>
      (await db.selectFrom('scanPart').select('scan').where('projectId', '=', project.project.id).execute()).length
    expect(await scans()).toBe(limits.scansInParts)
    const later = new Date(project.now().getTime() + limits.scanPartsKeptMs + 1_000)
    await begin(9, { ...project, now: () => later })
    expect(await scans()).toBe(1)
    for (const part of [
      { number: 3, of: 2 },
      { number: 1, of: limits.partsPerScan + 1 },
      { number: 0, of: 1 },
    ])
      expect(() =>
        scan(key, 'bbbbbbb', [], { part: { scan: '0192f0aa-0000-7000-8000-000000000001', ...part } }),
      ).toThrow(/part/)
  })

  it('comes from so many repositories and no more, each of any number of branches', async () => {
    const { project } = await aProject(db)
    const { key } = project.project
    const of = (repository: string, branch = 'main') =>
      replaceReferences(project, scan(key, 'abcdef1', [], { repository, branch }))
    for (let at = 0; at < limits.repositoriesPerProject; at += 1) await of(`acme/${at}`)
    await of('acme/0', 'next')
    expect((await refusalOf(of('acme/more'))).code).toBe('limit/reached')
  })

  it('is refused with paths that lead out, and links that are none', () => {
    const refused = (more: object) => () => scan('p', 'abcdef1', [], more)
    expect(() => scan('p', 'abcdef1', [{ ...place('a', 1), path: '../../etc/passwd' }])).toThrow(
      /root of the repository/,
    )
    for (const linkTemplate of ['javascript:alert(1)//{path}', 'https://a:b@evil.test/{path}', 'https://a.test/x'])
      expect(refused({ linkTemplate })).toThrow(/linkTemplate/)
  })
})
