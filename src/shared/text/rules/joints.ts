/** What stands between the things of a list. */
export const joints = { comma: ', ', or: ' or ', and: ' and ' }

/** Whether a text stands between two things of a list. */
export const isJoint = (text: string): boolean => text === joints.comma || text === joints.or || text === joints.and
