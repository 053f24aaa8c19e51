import 'reflect-metadata';
import { INJECTABLE_WATERMARK } from '@nestjs/common/constants.js';

type Class<T> = abstract new (...parameters: never[]) => T;

/** Makes classes from the types of their constructors, as Nest does, but without modules; each is made once. */
export class Wiring {
  private readonly made = new Map<Class<object>, object>();
  private readonly answers = new Map<Class<object>, Class<object>>();

  /** @param answer may leave out what nothing under test calls */
  answer<T extends object>(port: Class<T>, answer: Partial<T>): this {
    this.made.set(port, answer);
    return this;
  }

  answerBy<T extends object>(port: Class<T>, by: Class<T>): this {
    this.answers.set(port, by);
    return this;
  }

  make<T extends object>(wanted: Class<T>): T {
    const known = this.made.get(wanted);
    if (known !== undefined) return known as T;
    const by = this.answers.get(wanted) ?? wanted;
    // A port is an abstract class, which is nothing but a class when the program runs.
    if (Reflect.getMetadata(INJECTABLE_WATERMARK, by) !== true) throw new Error(`Nothing answers ${wanted.name}.`);
    const needs = (Reflect.getMetadata('design:paramtypes', by) ?? []) as Class<object>[];
    const made = new (by as unknown as new (...parameters: object[]) => T)(...needs.map((need) => this.make(need)));
    this.made.set(wanted, made);
    return made;
  }
}
