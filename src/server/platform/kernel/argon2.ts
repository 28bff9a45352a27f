import crypto from 'node:crypto'
import { StartError } from '../../start-error.ts'

/** Argon2id password hashes in PHC format, which contains salt and parameters. */
export type Argon2 = {
  readonly hash: (password: string) => Promise<string>
  readonly verify: (hashed: string, password: string) => Promise<boolean>
}

/** The defaults of @node-rs/argon2. Both implementations below give the same hash for the same salt. */
const parameters = { memory: 19_456, passes: 2, parallelism: 1 }
const version = 19
const saltBytes = 16
const hashBytes = 32

/** Loads the native library, or Node's implementation if the library's binary for this platform is not installed. */
export const argon2 = (): Promise<Argon2> => {
  found ??= import('@node-rs/argon2').then(
    ({ hash, verify }) => ({ hash: (password) => hash(password), verify }),
    (cause: unknown) => {
      if (typeof crypto.argon2 === 'function') return nodeArgon2
      throw new StartError(
        'Passwords can’t be hashed: @node-rs/argon2 has no part for this machine installed. Install without ' +
          '--omit=optional, or use Node 24.7 or newer, which brings its own.',
        { cause },
      )
    },
  )
  return found
}
let found: Promise<Argon2> | undefined

/** Node's implementation, available from Node 24.7. */
export const nodeArgon2: Argon2 = {
  hash: async (password) => {
    const salt = crypto.randomBytes(saltBytes)
    const made = await derive(password, salt, hashBytes, parameters)
    const { memory, passes, parallelism } = parameters
    return `$argon2id$v=${version}$m=${memory},t=${passes},p=${parallelism}$${text(salt)}$${text(made)}`
  },
  verify: async (hashed, password) => {
    const [, v, memory, passes, parallelism, salt = '', wanted = ''] =
      /^\$argon2id\$v=(\d+)\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/.exec(hashed) ?? []
    if (Number(v) !== version) throw new Error('a kept password hash is not Argon2id in its text form')
    const known = Buffer.from(wanted, 'base64')
    const asked = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) }
    return crypto.timingSafeEqual(await derive(password, Buffer.from(salt, 'base64'), known.length, asked), known)
  },
}

const text = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')

const derive = (message: string, nonce: Buffer, tagLength: number, costs: typeof parameters): Promise<Buffer> =>
  new Promise((resolve, reject) =>
    crypto.argon2('argon2id', { message, nonce, tagLength, ...costs }, (error, made) =>
      error ? reject(error) : resolve(made),
    ),
  )
