import { builder } from './builder.ts';

/** Relay's interface, for fields that may give any type. */
export const Node = builder.nodeInterfaceRef();
