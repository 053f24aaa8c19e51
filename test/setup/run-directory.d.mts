export function makeRunDirectory(parent: string): Promise<string>;
export function sweepDeadRuns(parent: string): Promise<void>;
export function removeRunDirectory(directory: string): Promise<void>;
