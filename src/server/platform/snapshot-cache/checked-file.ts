import { createHash } from 'node:crypto'
import fs from 'node:fs/promises'

/**
 * Writes JSON to a file atomically: to a temporary file that is synced, then renamed. Readable only by its owner. The
 * first line is `head` with the body's SHA-256, so the head can be read without the body.
 */
export async function writeCheckedFile(file: string, head: object, body: string): Promise<void> {
  const line = JSON.stringify({ ...head, sha256: hashOf(body) })
  const beside = `${file}.${process.pid}.new`
  const handle = await fs.open(beside, 'w', 0o600)
  try {
    await handle.writeFile(`${line}\n${body}`)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await fs.rename(beside, file).catch(async (error: unknown) => {
    await fs.rm(beside, { force: true })
    throw error
  })
}

/** Reads the head and body of such a file. Throws if its content does not match the checksum. */
export async function readCheckedFile(file: string): Promise<{ head: Record<string, unknown>; body: string }> {
  const text = await fs.readFile(file, 'utf8')
  const end = text.indexOf('\n')
  const head: unknown = JSON.parse(text.slice(0, Math.max(0, end)))
  const body = text.slice(end + 1)
  if (typeof head !== 'object' || head === null) throw new Error('it has no head')
  if (!('sha256' in head) || head.sha256 !== hashOf(body)) throw new Error('its content has another hash than it names')
  return { head: { ...head }, body }
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')
