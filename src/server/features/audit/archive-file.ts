import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { z } from 'zod'
import type { ChainHead } from './chain-queries.ts'

const hash = z.string().regex(/^[0-9a-f]{64}$/)
const position = z.int().min(0)

/** A range of one chain in a file: the links after `from`, up to and including `to`. */
export const ArchivedRange = z.strictObject({
  chain: z.string(),
  project: z.string().nullable(),
  from: z.strictObject({ position, hash }),
  to: z.strictObject({ position, hash }),
})
export type ArchivedRange = z.infer<typeof ArchivedRange>

const Header = z.strictObject({
  fanion: z.literal('audit archive'),
  format: z.literal(1),
  until: z.string(),
  stretches: z.array(ArchivedRange),
})

const Line = z.strictObject({ chain: z.string(), position, hash, content: z.string() })
export type ArchivedLink = z.infer<typeof Line>

/**
 * Writes an archive: a JSON header line, then one line for each link with the text that its hash covers. Compresses it
 * if the file name ends with `.gz`.
 */
export async function writeArchive(
  file: string,
  until: Date,
  stretches: readonly ArchivedRange[],
  links: AsyncIterable<ArchivedLink>,
): Promise<void> {
  const header: z.infer<typeof Header> = {
    fanion: 'audit archive',
    format: 1,
    until: until.toISOString(),
    stretches: [...stretches],
  }
  async function* lines() {
    yield `${JSON.stringify(header)}\n`
    for await (const link of links) yield `${JSON.stringify(link)}\n`
  }
  const to = createWriteStream(file)
  await (isCompressed(file) ? pipeline(Readable.from(lines()), createGzip(), to) : pipeline(Readable.from(lines()), to))
}

const isCompressed = (file: string) => /\.gz(\.part)?$/.test(file)

export type ArchiveCheck = {
  stretches: readonly ArchivedRange[]
  links: number
  /** The first problem. Undefined if every link follows from the previous one. */
  problem: string | undefined
  /** The requested positions that the file contains, with their hashes. */
  found: readonly ChainHead[]
}

/** Reads an archive and recomputes its hashes up to the first wrong one. Needs no database. */
export async function checkArchive(
  file: string,
  asked: readonly Omit<ChainHead, 'hash'>[] = [],
): Promise<ArchiveCheck> {
  const found: ChainHead[] = []
  let stretches: readonly ArchivedRange[] | undefined
  let [links, at, before] = [0, -1, { position: 0, hash: '' }]
  const done = (problem?: string): ArchiveCheck => ({ stretches: stretches ?? [], links, problem, found })
  const badEnd = () => {
    const { to } = stretches?.[at] ?? { to: before }
    return to.position !== before.position || to.hash !== before.hash
  }
  try {
    for await (const [number, line] of numbered(file)) {
      if (number === 1) {
        const header = Header.safeParse(jsonOf(line))
        if (!header.success) return done('it is no archive of an audit log')
        stretches = header.data.stretches
        continue
      }
      const link = Line.safeParse(jsonOf(line)).data
      if (!link || !stretches) return done(`line ${number} is no link`)
      if (stretches[at]?.chain !== link.chain) {
        if (badEnd()) return done(`${nameOf(stretches[at])} ends at link ${before.position}`)
        at += 1
        before = stretches[at]?.from ?? before
      }
      const follows = createHash('sha256').update(before.hash, 'hex').update(link.content, 'utf8').digest('hex')
      const expected = before.position + 1
      if (stretches[at]?.chain !== link.chain || link.position !== expected || link.hash !== follows)
        return done(`${nameOf(stretches[at])}, link ${link.position}: it is not what was recorded`)
      before = { position: link.position, hash: link.hash }
      links += 1
      if (asked.some((one) => one.chain === link.chain && one.position === link.position))
        found.push({ chain: link.chain, ...before })
    }
  } catch (error) {
    return done(`it cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  }
  if (!stretches) return done('it is no archive of an audit log')
  return done(badEnd() || at !== stretches.length - 1 ? 'it ends before its end' : undefined)
}

const nameOf = (stretch: ArchivedRange | undefined) => stretch?.project ?? 'the installation'

/** Yields the lines of a file with their 1-based numbers. Throws if the file cannot be read to its end. */
async function* numbered(file: string): AsyncGenerator<[number, string]> {
  const source = createReadStream(file)
  const text = isCompressed(file) ? source.pipe(createGunzip()) : source
  source.on('error', (error) => text.destroy(error))
  text.setEncoding('utf8')
  let [number, rest] = [0, '']
  for await (const chunk of text) {
    const lines = `${rest}${String(chunk)}`.split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) yield [++number, line]
  }
  if (rest !== '') yield [++number, rest]
}

export async function digestOfFile(file: string): Promise<string> {
  const digest = createHash('sha256')
  for await (const bytes of createReadStream(file)) digest.update(bytes as Buffer)
  return digest.digest('hex')
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
