/** Text between the items of a list. */
export const joints = { comma: ', ', or: ' or ', and: ' and ' }

export const isJoint = (text: string): boolean => text === joints.comma || text === joints.or || text === joints.and
