import type { Datafile } from '../../../shared/schemas/datafile.ts'
import { rootOf } from './derive-key.ts'
import { fingerprintOf, type SecretState, type Secrets } from './secret-fingerprint.ts'
import { createSigner } from './signer.ts'
import { createVault, type Vault } from './vault.ts'

const rootPurpose = 'root key of the installation'

/** Seals the root key, so that derived keys stay the same under a new secret. */
export const sealRoot = (vault: Vault, root: Buffer): string => vault.seal(root.toString('base64url'), rootPurpose)

/**
 * Returns the root key of derived keys: the sealed one if it opens with either secret, else that of the recorded
 * secret.
 */
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
 * The keys of a server. While two secrets are configured, both open sealed values. Values are sealed with the previous
 * secret until a rotation starts, so that servers without the new one can read them.
 */
export class InstallationKeys {
  readonly vault: Vault
  readonly #secrets: Secrets
  readonly #signingKey: string | undefined
  #sealing: Vault
  #root: Buffer
  #signer: ReturnType<typeof createSigner>

  /** `keptRoot` is the sealed root key from the data folder, used until the database responds. */
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

  /** The public key with which applications verify datafiles. */
  publicKey(): string {
    return this.#signer.publicKey
  }

  /** Applies the recorded state of a rotation. */
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

/** Ignores a root key from another installation's folder, or one sealed with an older secret. */
function openedOr(sealed: string, secrets: Secrets, otherwise: Buffer): Buffer {
  try {
    return openRoot(sealed, secrets)
  } catch {
    return otherwise
  }
}
