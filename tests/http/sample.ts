import { randomBytes } from 'node:crypto'
import { uuidv7 } from 'uuidv7'
import type { ProjectCtx } from '../../src/server/platform/kernel/ctx.ts'
import type { Permission } from '../../src/shared/permissions.ts'

/** The project the samples are about, in its owner's hands. */
export type World = {
  readonly owner: ProjectCtx
  /** An address and password that sign in. */
  readonly credentials: { readonly email: string; readonly password: string }
}

/**
 * An input with which a procedure succeeds for whoever may call it, made anew after a call that changed something, so that
 * every call finds the world as if it were the first; `answers` is the refusal that whoever may call it hears where the sample is about something
 * that is not there.
 */
export type Sample = {
  readonly input: (world: World) => Promise<unknown>
  readonly answers?: string
  /** What the verb itself asks for with this input, where that is more than the procedure does. */
  readonly needs?: Permission
}

/** A key nothing else has. */
export const fresh = (noun: string) => `${noun}-${randomBytes(5).toString('hex')}`
export const project = ({ owner }: World) => owner.project.key
export const inProject = (more: object = {}): Sample => ({
  input: async (world) => ({ project: project(world), ...more }),
})
export const inDevelopment = (more: object = {}): Sample => inProject({ environment: 'development', ...more })
export const nothing: Sample = { input: async () => undefined }

/** About something that is not there: who passes the check of permissions hears so. */
export const absent = (
  answers: string,
  more: object | (() => object),
  within: 'project' | 'installation' = 'project',
): Sample => ({
  input: async (world) => ({
    ...(within === 'project' ? { project: project(world) } : {}),
    ...(typeof more === 'function' ? more() : more),
  }),
  answers,
})

/** An id that is nobody's. */
export const nobody = () => ({ id: uuidv7() })
