import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import type { Vault } from '../../platform/kernel/vault.ts'
import type { UploadReader } from '../../platform/threads/uploads/upload-reader.ts'

/** A context with what reading an upload requires: the worker thread and the vault that encrypts it. */
export type ImportCtx = ProjectCtx & { readonly uploads: Pick<UploadReader, 'preview'>; readonly vault: Vault }
