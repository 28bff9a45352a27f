import type { Permission } from '../../../../shared/permissions.ts'
import { trpc } from '../../trpc.ts'

/** Whether the user has a permission in a project. Null while unknown. */
export const useHasPermission = (project: string, permission: Permission): boolean | null =>
  trpc.members.can.useQuery({ project }).data?.project[permission].ok ?? null
