import { randomBytes } from 'node:crypto'
import { uuidv7 } from 'uuidv7'
import type { ProjectCtx } from '../../src/server/platform/kernel/ctx.ts'
import type { Permission } from '../../src/shared/permissions.ts'

/** The project of the samples, with its owner's context. */
export type World = {
  readonly owner: ProjectCtx
  /** Valid sign-in credentials. */
  readonly credentials: { readonly email: string; readonly password: string }
}

/**
 * An input with which a procedure succeeds for any permitted caller. It is created again after a call that changed
 * something, so that every call finds the same state. `answers` is the error for permitted callers if the sample is
 * about something that does not exist.
 */
export type Sample = {
  readonly input: (world: World) => Promise<unknown>
  readonly answers?: string
  /** A permission that the verb additionally requires for this input. */
  readonly needs?: Permission
}

/** Returns a unique key. */
export const fresh = (noun: string) => `${noun}-${randomBytes(5).toString('hex')}`
export const project = ({ owner }: World) => owner.project.key
export const inProject = (more: object = {}): Sample => ({
  input: async (world) => ({ project: project(world), ...more }),
})
export const inDevelopment = (more: object = {}): Sample => inProject({ environment: 'development', ...more })
export const nothing: Sample = { input: async () => undefined }

/** A sample about something that does not exist: permitted callers get that error. */
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

/** An id that does not exist. */
export const nobody = () => ({ id: uuidv7() })
