// Planets that attract each other: floating point on the fields of structs.
#include <stdio.h>

#define BODIES 5
#define STEPS 9000

struct body {
    double position[3], velocity[3], mass;
};

static struct body bodies[BODIES];

// Newton's iteration; sqrt would measure the library instead.
static double square_root(double x) {
    double root = x > 1 ? x : 1;
    for (int i = 0; i < 12; i++) root = 0.5 * (root + x / root);
    return root;
}

static void attract(struct body *a, struct body *b, double dt) {
    double delta[3], square = 0.01;
    for (int k = 0; k < 3; k++) {
        delta[k] = a->position[k] - b->position[k];
        square += delta[k] * delta[k];
    }
    double force = dt / (square * square_root(square));
    for (int k = 0; k < 3; k++) {
        a->velocity[k] -= delta[k] * b->mass * force;
        b->velocity[k] += delta[k] * a->mass * force;
    }
}

static void step(double dt) {
    for (int i = 0; i < BODIES; i++)
        for (int j = i + 1; j < BODIES; j++) attract(&bodies[i], &bodies[j], dt);
    for (int i = 0; i < BODIES; i++)
        for (int k = 0; k < 3; k++) bodies[i].position[k] += dt * bodies[i].velocity[k];
}

int main(void) {
    for (int i = 0; i < BODIES; i++) {
        bodies[i].mass = 1.0 / (1 + i);
        for (int k = 0; k < 3; k++) {
            bodies[i].position[k] = (i * 7 + k * 3) % 11;
            bodies[i].velocity[k] = ((i + k) % 3 - 1) * 0.125;
        }
    }
    for (int i = 0; i < STEPS; i++) step(0.001);
    double energy = 0;
    for (int i = 0; i < BODIES; i++)
        for (int k = 0; k < 3; k++) energy += 0.5 * bodies[i].mass * bodies[i].velocity[k] * bodies[i].velocity[k];
    printf("nbody %.12f\n", energy);
    return 0;
}
