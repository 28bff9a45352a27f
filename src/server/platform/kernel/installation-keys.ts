import type { Datafile } from '../../../shared/schemas/datafile.ts'
import { rootOf } from './derive-key.ts'
import { fingerprintOf, type SecretState, type Secrets } from './secret-fingerprint.ts'
import { createSigner } from './signer.ts'
import { createVault, type Vault } from './vault.ts'

const rootPurpose = 'root key of the installation'

/** Seals the key that derived keys follow from, so that they stay the same under a new secret. */
export const sealRoot = (vault: Vault, root: Buffer): string => vault.seal(root.toString('base64url'), rootPurpose)

/** The key that derived keys follow from: the one that was sealed by either secret, else that of the recorded secret. */
export function rootIn(state: SecretState, { secret, previous }: Secrets): Buffer {
  if (state.sealedRoot === null) {
    const isPrevious = previous !== undefined && state.fingerprint === fingerprintOf(previous)
    return rootOf(isPrevious ? previous : secret)
  }
  return openRoot(state.sealedRoot, { secret, previous })
}

function openRoot(sealed: string, { secret, previous }: Secrets): Buffer {
  const text = createVault(secret, previous).open(sealed, rootPurpose)
  return Buffer.from(text, 'base64url')
}

/**
 * The keys of a server. While two secrets are set, both open what is sealed; values are sealed with the previous one until a
 * rotation begins, so that servers that don't have the new one yet can read them.
 */
export class InstallationKeys {
  readonly vault: Vault
  readonly #secrets: Secrets
  readonly #signingKey: string | undefined
  #sealing: Vault
  #root: Buffer
  #signer: ReturnType<typeof createSigner>

  /** `keptRoot`: the sealed root that a start found in the data folder, for the time until the database answers. */
  constructor(secrets: Secrets, signingKey: string | undefined, keptRoot: string | undefined) {
    this.#secrets = secrets
    this.#signingKey = signingKey
    const { secret, previous } = secrets
    const both = createVault(secret, previous)
    this.#sealing = previous === undefined ? both : createVault(previous)
    this.#root = rootOf(previous ?? secret)
    if (keptRoot !== undefined) this.#root = openedOr(keptRoot, secrets, this.#root)
    this.#signer = createSigner(signingKey ?? this.#root)
    this.vault = {
      seal: (text, purpose) => this.#sealing.seal(text, purpose),
      sealBytes: (bytes, purpose) => this.#sealing.sealBytes(bytes, purpose),
      open: both.open,
      openBytes: both.openBytes,
      keyFor: (purpose) => createVault(secret, previous, this.#root).keyFor(purpose),
    }
  }

  readonly sign = (datafile: Datafile): string => this.#signer.sign(datafile)

  /** The public key that applications check datafiles with. */
  publicKey(): string {
    return this.#signer.publicKey
  }

  /** Takes over what the database records of a rotation. */
  follow(state: SecretState): void {
    const { secret, previous } = this.#secrets
    const sealsWith = state.nextFingerprint ?? state.fingerprint
    const isPrevious = previous !== undefined && sealsWith === fingerprintOf(previous)
    this.#sealing = createVault(isPrevious ? previous : secret)
    const root = rootIn(state, this.#secrets)
    if (root.equals(this.#root)) return
    this.#root = root
    this.#signer = createSigner(this.#signingKey ?? root)
  }
}

/** A root of another installation's folder, or of a secret before the last, is left out. */
function openedOr(sealed: string, secrets: Secrets, otherwise: Buffer): Buffer {
  try {
    return openRoot(sealed, secrets)
  } catch {
    return otherwise
  }
}
