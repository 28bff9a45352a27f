import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import type { Vault } from '../../platform/kernel/vault.ts'
import type { UploadReader } from '../../platform/threads/uploads/upload-reader.ts'

/** What reading an upload needs besides: the thread apart, and the vault that seals it. */
export type ImportCtx = ProjectCtx & { readonly uploads: Pick<UploadReader, 'preview'>; readonly vault: Vault }
