import { Readable } from 'node:stream'
import { createGunzip, createGzip } from 'node:zlib'
import { Decrypter, Encrypter } from 'age-encryption'
import { BackupError } from './backup-error.ts'

// scrypt with 2^16 rounds: 64 MB and a fraction of a second per guess.
const work = 16
const sealedStart = 'age-encryption.org/v1'

/** Compresses a backup, and encrypts it in age's format if there is a passphrase, so that `age -d` can open it. */
export async function encryptBackup(bytes: Readable, passphrase: string | undefined): Promise<Readable> {
  const packed = bytes.pipe(createGzip({ level: 1 }))
  bytes.once('error', (error) => packed.destroy(error))
  if (passphrase === undefined) return packed
  const encrypter = new Encrypter()
  encrypter.setScryptWorkFactor(work)
  encrypter.setPassphrase(passphrase)
  return fromWeb(await encrypter.encrypt(toWeb(packed)))
}

/**
 * Decrypts and decompresses a backup. Throws if the file needs another passphrase, or is not encrypted although one is
 * set.
 */
export async function decryptBackup(file: Readable, passphrase: string | undefined): Promise<Readable> {
  const { start, whole } = await startOf(file)
  const isSealed = start.subarray(0, sealedStart.length).toString('latin1') === sealedStart
  if (!isSealed && passphrase !== undefined)
    throw new BackupError(
      'FANION_BACKUP_PASSPHRASE is set, but this file isn’t encrypted: anyone may have written it. Restore the encrypted file, or unset the passphrase if you trust this one.',
    )
  if (!isSealed) return unpacked(whole)
  if (passphrase === undefined) {
    throw new BackupError('This backup is encrypted. Set FANION_BACKUP_PASSPHRASE to its passphrase.')
  }
  const decrypter = new Decrypter()
  decrypter.addPassphrase(passphrase)
  const plain = await decrypter.decrypt(toWeb(whole)).catch(() => {
    throw new BackupError('The passphrase in FANION_BACKUP_PASSPHRASE isn’t that of this backup.')
  })
  return unpacked(fromWeb(plain))
}

function unpacked(bytes: Readable): Readable {
  const plain = bytes.pipe(createGunzip())
  bytes.once('error', (error) => plain.destroy(error))
  return plain
}

/** Reads the first bytes of a stream without consuming them. */
async function startOf(file: Readable): Promise<{ start: Buffer; whole: Readable }> {
  const chunks = file[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  const read: Buffer[] = []
  let length = 0
  while (length < sealedStart.length) {
    const { value, done } = await chunks.next()
    if (done) break
    read.push(value)
    length += value.length
  }
  const start = Buffer.concat(read)
  async function* all() {
    yield start
    for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value
  }
  return { start, whole: Readable.from(all()) }
}

// Safe casts: Node's types of web streams and those of the DOM describe the same objects.
const toWeb = (bytes: Readable) => Readable.toWeb(bytes) as unknown as ReadableStream<Uint8Array>
const fromWeb = (bytes: ReadableStream<Uint8Array>) =>
  Readable.fromWeb(bytes as unknown as Parameters<typeof Readable.fromWeb>[0])
