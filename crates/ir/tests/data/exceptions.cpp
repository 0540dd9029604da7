// Exceptions, virtual calls, templates, static initialisation.
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

struct Shape {
    virtual ~Shape() = default;
    virtual double area() const = 0;
};

struct Square : Shape {
    double side;
    explicit Square(double side) : side(side) {}
    double area() const override {
        if (side < 0)
            throw std::runtime_error("negative side");
        return side * side;
    }
};

template <typename T> struct Counted {
    static int count;
    Counted() { count++; }
    ~Counted() noexcept(false) { if (--count < 0) throw count; }
};
template <typename T> int Counted<T>::count = [] { return 1; }();

static std::map<std::string, std::unique_ptr<Shape>> shapes;

double total(const std::vector<double> &sides) {
    Counted<int> guard;
    double sum = 0;
    for (double side : sides) {
        try {
            shapes[std::to_string(side)] = std::make_unique<Square>(side);
            sum += shapes[std::to_string(side)]->area();
        } catch (const std::runtime_error &error) {
            sum -= error.what()[0];
        } catch (int code) {
            throw std::to_string(code);
        } catch (...) {
            throw;
        }
    }
    return sum;
}

int main() {
    thread_local Counted<char> mine;
    return static_cast<int>(total({ 1.0, -2.0, 3.0 })) + Counted<int>::count + mine.count;
}
