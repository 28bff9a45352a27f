import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { readConfig, withSettings } from '../config.ts'
import { createSigner } from '../kernel/signer.ts'
import { StartError } from '../start-error.ts'

/**
 * `fanion signing-key`: prints the public key of what this configuration signs datafiles with; `new` makes another, and prints what to
 * set. Exits with 2 where it is asked for something else.
 */
export function signingCommand(options: readonly string[], usage: string): void {
  if (options.join() !== '' && options.join() !== 'new') {
    console.error(usage)
    process.exit(2)
  }
  try {
    if (options[0] === 'new') {
      const key = randomBytes(32).toString('base64url')
      console.log(`FANION_SIGNING_KEY=${key}`)
      console.log(createSigner(key).publicKey)
    } else {
      const { config } = withSettings([])
      const { signingKey, secret, dataDir } = config
      if (signingKey === undefined && secret === '' && !existsSync(path.join(dataDir, 'secret')))
        throw new StartError(
          `There is no secret in ${dataDir}. Set FANION_DATA_DIR to the data folder of the server, or FANION_SECRET to its secret.`,
        )
      console.log(createSigner(signingKey ?? readConfig().secret).publicKey)
    }
  } catch (error) {
    console.error(error instanceof StartError ? `\nfanion: ${error.message}\n` : error)
    process.exit(1)
  }
}
