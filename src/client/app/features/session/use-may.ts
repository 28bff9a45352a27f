import type { Permission } from '../../../../shared/permissions.ts'
import { trpc } from '../../trpc.ts'

/** Whether the reader may do something in a project; null while that is not known. */
export const useMay = (project: string, permission: Permission): boolean | null =>
  trpc.members.can.useQuery({ project }).data?.project[permission].ok ?? null
