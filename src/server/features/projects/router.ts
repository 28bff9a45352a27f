import { z } from 'zod'
import {
  ArchiveProjectInput,
  CreateEnvironmentInput,
  CreateProjectInput,
  DeleteEnvironmentInput,
  EditEnvironmentInput,
  EditProjectInput,
  Environment,
  InProject,
  OrderEnvironmentsInput,
  Project,
  ProjectReference,
} from '../../../shared/features/projects/schemas/project.ts'
import {
  environmentProcedure,
  instanceProcedure,
  projectProcedure,
  requireConfirmedSession,
  signedInProcedure,
} from '../../platform/http/trpc/procedures.ts'
import { t } from '../../platform/http/trpc/trpc.ts'
import { createEnvironment } from '../environments/create-environment.ts'
import { editEnvironment } from '../environments/edit-environment.ts'
import { orderEnvironments } from '../environments/order-environments.ts'
import { removeEnvironment } from '../environments/remove-environment.ts'
import { archiveProject } from './archive-project.ts'
import { createProject } from './create-project.ts'
import { editProject } from './edit-project.ts'
import { getProject, listArchived, listEnvironments, listProjects } from './read-projects.ts'
import { restoreProject } from './restore-project.ts'

export const projectsRouter = t.router({
  list: signedInProcedure.output(z.array(Project)).query(({ ctx }) => listProjects(ctx)),
  get: projectProcedure('project.read')
    .input(InProject)
    .output(Project)
    .query(({ ctx }) => getProject(ctx)),
  create: instanceProcedure('project.create')
    .input(CreateProjectInput)
    .output(Project)
    .mutation(({ ctx, input }) => createProject(ctx, input)),
  edit: projectProcedure('project.edit')
    .input(EditProjectInput)
    .output(Project)
    .mutation(({ ctx, input }) => editProject(ctx, input)),
  archive: projectProcedure('project.edit')
    .input(ArchiveProjectInput)
    .output(Project)
    .mutation(({ ctx, input }) => archiveProject(ctx, input)),
  listArchived: instanceProcedure('project.create')
    .output(z.array(Project))
    .query(({ ctx }) => listArchived(ctx)),
  restore: instanceProcedure('project.create')
    .input(ProjectReference)
    .output(Project)
    .mutation(({ ctx, input }) => restoreProject(ctx, input)),
})

export const environmentsRouter = t.router({
  list: projectProcedure('project.read')
    .input(InProject)
    .output(z.array(Environment))
    .query(({ ctx }) => listEnvironments(ctx)),
  create: projectProcedure('environment.edit')
    .input(CreateEnvironmentInput)
    .output(Environment)
    .mutation(({ ctx, input }) => createEnvironment(ctx, input)),
  edit: environmentProcedure('environment.edit')
    .input(EditEnvironmentInput)
    .output(Environment)
    .mutation(({ ctx, input }) => editEnvironment(ctx, input)),
  order: projectProcedure('environment.edit')
    .input(OrderEnvironmentsInput)
    .output(z.array(Environment))
    .mutation(({ ctx, input }) => orderEnvironments(ctx, input)),
  delete: environmentProcedure('environment.edit')
    .use(requireConfirmedSession)
    .input(DeleteEnvironmentInput)
    .output(Environment)
    .mutation(({ ctx, input }) => removeEnvironment(ctx, input)),
})
