/** A version of a package that this installation serves: what a registry says of it, without its bytes. */
export type Release = {
  readonly name: string
  readonly version: string
  /** Its package.json. */
  readonly manifest: Record<string, unknown>
  /** The day it was released, whenever a server first served it: package managers hold back what is too new. */
  readonly releasedAt: Date
  /** As lock files have it: `sha512-…`. */
  readonly integrity: string
  /** SHA-1, hexadecimal. */
  readonly shasum: string
}

/** A release with its tarball. */
export type PackedRelease = Release & { readonly tarball: Buffer }
